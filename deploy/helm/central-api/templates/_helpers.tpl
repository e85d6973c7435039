{{- /* The name of everything in a release: the chart's own where the release is called like it. */ -}}
{{- define "central-api.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* What never changes for a release, so that a Deployment may select by it. */ -}}
{{- define "central-api.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ toYaml .Release.Name }}
{{- end -}}

{{- define "central-api.labels" -}}
{{ include "central-api.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* Annotations, each key once: of the maps in a list, a later one overrides those before it. Nothing where there are none. */ -}}
{{- define "central-api.annotations" -}}
{{- $all := dict -}}
{{- range . -}}
{{- $all = mustMergeOverwrite $all (. | default dict) -}}
{{- end -}}
{{- with $all -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- /* Repository, tag and digest; either of the last two may be missing, and a tag may hold the digest. */ -}}
{{- define "central-api.image" -}}
{{- $tag := .Values.image.tag | default (ternary "" .Chart.AppVersion (ne .Values.image.digest "")) -}}
{{- $digest := .Values.image.digest -}}
{{- if hasPrefix "sha" $tag | and (contains ":" $tag) -}}
{{- $digest = $digest | default $tag -}}
{{- $tag = "" -}}
{{- end -}}
{{- .Values.image.repository -}}
{{- with $tag }}:{{ . }}{{ end -}}
{{- with $digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- /* Ids of the pod's processes. OpenShift chooses them itself, and rejects a pod that names others. */ -}}
{{- define "central-api.ids" -}}
{{- if not .Values.openshift -}}
{{- range $name, $id := .Values.podSecurityContext -}}
{{- if ne $id nil }}
{{ $name }}: {{ int64 $id }}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Refuses values that Kubernetes would reject only when they are applied, or that would hide one another. */ -}}
{{- define "central-api.check" -}}
{{- if not (regexMatch "^[a-z]" (include "central-api.name" .)) -}}
{{- fail (printf "The release name %q begins with a digit, which the name of a Service must not. Choose a name that begins with a letter." .Release.Name) -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is greater than autoscaling.maxReplicas." -}}
{{- end -}}
{{- with .Values.ingress.mediaHost -}}
{{- if eq . $.Values.ingress.host -}}
{{- fail "ingress.mediaHost is the same as ingress.host. Leave it empty, or choose a host of its own for images." -}}
{{- end -}}
{{- end -}}
{{- if and .Values.image.digest (contains "sha256:" .Values.image.tag) -}}
{{- fail "image.tag contains a digest, and image.digest is set too. Set one of them." -}}
{{- end -}}
{{- with .Values.networkPolicy.postgresql -}}
{{- if not (or .cidr .podLabels) -}}
{{- fail "networkPolicy.postgresql has neither podLabels nor a cidr. Set one of them, or networkPolicy.postgresql to null for no rule." -}}
{{- end -}}
{{- end -}}
{{- $sources := dict -}}
{{- range $name, $_ := .Values.settings -}}
{{- $_ := set $sources $name "settings" -}}
{{- end -}}
{{- range .Values.secret.settings -}}
{{- if hasKey $sources . -}}
{{- fail (printf "%s is in secret.settings and in %s. Set it in one of them." . (get $sources .)) -}}
{{- end -}}
{{- $_ := set $sources . "secret.settings" -}}
{{- end -}}
{{- range .Values.extraEnv -}}
{{- if hasKey $sources .name -}}
{{- fail (printf "%s is in extraEnv and in %s. Set it in one of them." .name (get $sources .name)) -}}
{{- end -}}
{{- $_ := set $sources .name "extraEnv" -}}
{{- end -}}
{{- $volumes := dict "tmp" true "data" true "files" (not (empty .Values.extraFiles)) -}}
{{- range .Values.extraVolumes -}}
{{- if get $volumes .name -}}
{{- fail (printf "extraVolumes has the name %q, which another volume has. Choose another name." .name) -}}
{{- end -}}
{{- $_ := set $volumes .name true -}}
{{- end -}}
{{- $paths := dict "/tmp" true "/data" true "/app/files" (not (empty .Values.extraFiles)) -}}
{{- range .Values.extraVolumeMounts -}}
{{- if not (get $volumes .name) -}}
{{- fail (printf "extraVolumeMounts names the volume %q, which extraVolumes does not have." .name) -}}
{{- end -}}
{{- $path := .mountPath | trimSuffix "/" -}}
{{- if get $paths $path -}}
{{- fail (printf "extraVolumeMounts mounts something at %s, where another volume is mounted. Choose another path." $path) -}}
{{- end -}}
{{- $_ := set $paths $path true -}}
{{- end -}}
{{- end -}}
