/** junit.xml: one suite a family and one for the self-test, a pure function of report.json. */
import { inert, pText } from './markup.ts';
import type { Report } from './model.ts';

interface Case {
  readonly name: string;
  readonly outcome: 'pass' | 'fail' | 'skip';
  readonly message: string;
}

function suite(name: string, cases: readonly Case[]): string {
  const failures = cases.filter((one) => one.outcome === 'fail').length;
  const skipped = cases.filter((one) => one.outcome === 'skip').length;
  const body = cases.map((one) => {
    const open = `    <testcase classname="${inert(name)}" name="${inert(one.name)}"`;
    if (one.outcome === 'pass') return `${open}/>`;
    const tag = one.outcome === 'fail' ? 'failure' : 'skipped';
    return `${open}><${tag} message="${inert(one.message)}"/></testcase>`;
  });
  return `  <testsuite name="${inert(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}">\n${body.join('\n')}\n  </testsuite>`;
}

export function junitOf(report: Report): string {
  const families = report.families.map((family) => {
    const own = report.looks.first.filter((one) => one.family === family.id);
    const cases = own.map((one): Case => {
      const again = report.looks.second;
      const cleared = again !== null && !again.rejected.includes(one.id);
      const rejected = family.rejected.includes(one.id) && !cleared;
      const message = `p ${pText(one.p)}, Holm p ${pText(one.holm)}; ${one.detail}`;
      return {
        name: one.id,
        outcome: one.p === null ? 'skip' : rejected ? 'fail' : 'pass',
        message,
      };
    });
    return suite(`${family.id} ${family.name}`, cases);
  });
  const planted = report.selfTest.planted.map(
    (one): Case => ({
      name: one.id,
      outcome: one.rejected ? 'pass' : 'fail',
      message: 'the planted fault was not rejected',
    }),
  );
  const { golden } = report.selfTest;
  const vectors: Case = {
    name: 'golden vectors',
    outcome: !golden.ok ? 'fail' : golden.checked === 0 ? 'skip' : 'pass',
    message: golden.checked === 0 ? 'none compared' : golden.wrong.join(', '),
  };
  const overall: Case = {
    name: 'verdict',
    outcome: report.verdict === 'pass' ? 'pass' : 'fail',
    message: report.statement,
  };
  const suites = [
    suite('verdict', [overall]),
    ...families,
    suite('self-test', [vectors, ...planted]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="chemmy certify">\n${suites.join('\n')}\n</testsuites>\n`;
}
