/** What one call of the service is, as data: the type of the table in operations.ts. */
import type { Permission } from './keys.ts';
import type { ProblemCode } from './problem.ts';
import type { AnswerName } from './schemas/answers.ts';
import type { RequestName } from './schemas/requests.ts';

export interface Operation {
  readonly method: 'get' | 'post' | 'put';
  /** What the caller’s role must allow (server/keys.ts); none: open to all. */
  readonly permission?: Permission;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly body?: RequestName | 'Script' | 'Record';
  readonly answer: AnswerName;
  readonly created?: boolean;
  readonly keyed?: boolean;
  readonly query?: readonly string[];
  readonly problems: readonly ProblemCode[];
}
