# syntax=docker/dockerfile:1

FROM node:26.10.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/service/package.json packages/service/
# No script of any package runs: the native modules (SQLite, and sharp for images) bring their binaries along, and nothing
# here is compiled.
RUN npm ci --omit=dev --ignore-scripts

FROM node:26.10.0-trixie-slim
# What installs packages is not needed to run them.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && ln -s /app/packages/service/bin/central-api.js /usr/local/bin/central-api \
  # OpenShift runs it as a user of its own choosing, in the group 0.
  && install -d -o 1000 -g 0 -m 770 /data /media
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY packages ./packages
# The guides, which are served at /docs.
COPY docs ./docs
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATABASE_URL=sqlite:/data/central.db
# A number, so that Kubernetes can tell that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Where HOST and PORT say that it listens; on the loopback where that is every address.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "const { HOST = '', PORT = '' } = process.env; const host = HOST.trim().replace(/^[[]|]$/g, ''); const met = ['', '::', '0.0.0.0'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host; fetch(`http://${met}:${PORT.trim() || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What its first line starts becomes process 1, which is Node itself: the service handles SIGTERM and SIGINT, and waits for the
# processes that it starts, so there is nothing for an init to do.
ENTRYPOINT ["central-api"]
CMD ["serve"]
