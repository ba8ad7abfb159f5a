// Reads the files of a pull request through GitHub's API, for minimums.ts, which needs no checkout.
import pLimit from 'p-limit';
import type { PullFile, PullSource } from '../code/minimums/source/github.ts';
import type { GitHub } from '../report/publish/github/client.ts';
import { nullIfGone } from '../report/publish/github/errors.ts';
import { arrayAt, textAt, valueAt } from '../report/publish/workflow/json.ts';
import { decodeText } from '../code/repository/decode.ts';

/** The files of a pull request, through GitHub's API: it needs `pull-requests: read` and `contents: read`. */
export function pullRequestFiles(github: GitHub, number: number): PullSource {
  const limit = pLimit(REQUESTS_AT_ONCE);
  return {
    async listChangedFiles() {
      const files = await github.list('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
        pull_number: number,
      });
      return files.flatMap(parseFile);
    },
    async listFiles(ref) {
      try {
        const parameters = { tree_sha: ref, recursive: '1' };
        return await github.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', parameters, readTree);
      } catch {
        return null;
      }
    },
    readFile: (path, ref) =>
      limit(async () => {
        const route = `GET /repos/{owner}/{repo}/contents/${encodePath(path)}`;
        const file = await nullIfGone(github.request(route, { ref }, readContent));
        // Files of more than 1 MB come without their content.
        if (file === null || file.text !== null || file.sha === null) return file?.text ?? null;
        const blob = { file_sha: file.sha };
        return (await github.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', blob, readContent))
          .text;
      }),
  };
}

/** GitHub refuses more than 100 at once of all that one token sends. */
const REQUESTS_AT_ONCE = 10;

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function parseFile(file: unknown): readonly PullFile[] {
  const [path, status] = [textAt(file, 'filename'), textAt(file, 'status')];
  if (path === null) return [];
  const previous =
    status === 'added' || status === 'copied' ? null : (textAt(file, 'previous_filename') ?? path);
  return [{ path, previous, isRemoved: status === 'removed', patch: textAt(file, 'patch') }];
}

/** A tree that GitHub cut off does not say what there is. */
function readTree(data: unknown): readonly string[] | null {
  if (valueAt(data, 'truncated') === true) return null;
  return arrayAt(data, 'tree').flatMap((entry) =>
    textAt(entry, 'type') === 'blob' ? (textAt(entry, 'path') ?? []) : [],
  );
}

function readContent(data: unknown): { readonly text: string | null; readonly sha: string | null } {
  const content = textAt(data, 'encoding') === 'base64' ? textAt(data, 'content') : null;
  const isLeftOut = content === null || (content === '' && valueAt(data, 'size') !== 0);
  return { text: isLeftOut ? null : decodeText(Buffer.from(content, 'base64')), sha: textAt(data, 'sha') };
}
