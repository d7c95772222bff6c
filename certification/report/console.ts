/** What `chemmy certify` prints at its end: the verdict in a dozen lines. */
import { pText } from './markup.ts';
import type { Report } from './model.ts';

export function summaryOf(report: Report): string {
  const families = report.families.map((family) => {
    const rejected =
      family.rejected.length === 0 ? '' : `  rejected: ${family.rejected.join(', ')}`;
    return `  ${family.id} ${family.name.padEnd(15)} ${String(family.tested).padStart(3)} tested  Holm p ${pText(family.p).padEnd(9)} ${family.verdict}${rejected}`;
  });
  const { planted } = report.selfTest;
  const caught = planted.filter((one) => one.rejected).length;
  return [
    `${report.verdict.toUpperCase()}  ${report.statement}`,
    ...families,
    `  self-test: ${caught} of ${planted.length} planted faults rejected`,
    `  run ${report.run.id}, ${report.times.seconds} s`,
    '',
  ].join('\n');
}
