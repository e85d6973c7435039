// Counts what visitors open and play.
const counts = { opened: 0, played: 0, added: 0 }

for (const name of Object.keys(counts)) {
  document.addEventListener(`acme-posts-${name}`, () => {
    counts[name] += 1
    document.documentElement.dataset.acmeCounts = JSON.stringify(counts)
  })
}
