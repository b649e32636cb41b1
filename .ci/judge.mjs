// Renders answers for the chat surfaces and asks the independent parsers of each channel whether it would take every
// message as it is.
//
//   node judge.mjs VAKD JUDGES FILE…
//
// VAKD is the built command, JUDGES the folder of the parsers. One line per surface; exit status 1 if a message was refused.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const [vakd, judges, ...files] = process.argv.slice(2);
if (!files.length) {
  console.error('usage: node judge.mjs VAKD JUDGES FILE…');
  process.exit(2);
}
const big = { maxBuffer: 1 << 30 };
const SURFACES = { telegram: { parse_mode: 'HTML' }, slack: {}, discord: {} };
let refused = 0;

for (const [surface, fields] of Object.entries(SURFACES)) {
  const made = spawnSync(vakd, ['render', '--surface', surface, '--format', 'json', ...files], big);
  if (made.status !== 0) {
    console.log(`${surface}: vakd exits with ${made.status}: ${made.stderr}`);
    refused++;
    continue;
  }
  const packets = made.stdout.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const records = packets.flatMap((p, i) =>
    (p.chunks ?? []).map((c) => ({ id: `${path.basename(files[i])} message ${c.number}`, text: c.text, ...fields })));
  const judged = spawnSync('node', [path.join(judges, `${surface}.mjs`)], { ...big, input: records.map((r) => JSON.stringify(r)).join('\n') });
  const verdicts = judged.stdout.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const bad = verdicts.filter((v) => !v.ok);
  for (const v of bad) console.log(`${surface}: ${v.id}: ${v.error ?? JSON.stringify(v.errors)}`);
  const silent = packets.filter((p) => !p.chunks?.length).length;
  console.log(`${surface}: ${packets.length} answers, ${verdicts.length} messages, ${bad.length} refused, ${silent} answers without a message`);
  refused += bad.length + silent + Math.abs(verdicts.length - records.length) + Math.abs(packets.length - files.length);
}
process.exit(refused ? 1 : 0);
