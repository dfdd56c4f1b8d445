/**
 * Finds and reads issues of a repository on GitHub, or on a server with the same interface.
 */
import { Resource, Tool, ToolError, type Context } from '@sigil/core';

interface Settings {
  /** Address of the interface; another for GitHub Enterprise. */
  apiUrl?: URL;
  /** Token for private repositories, and for more than 60 questions an hour. */
  token?: string;
}

interface Issue {
  /** Number of the issue within its repository. */
  number: number;
  /** Title in one line. */
  title: string;
  /** Whether somebody still has to do something. */
  state: 'open' | 'closed';
  /** Name of the account that opened it. */
  author: string;
  /** Address for people. */
  url: URL;
}

/** The members that we use of an issue as GitHub sends it. */
interface SentIssue {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
  readonly body: string | null;
  readonly html_url: string;
  readonly user: { readonly login: string } | null;
}

/** Issues of GitHub repositories. */
export class GithubIssues {
  constructor(private readonly settings: Settings = {}) {}

  // #region search
  /**
   * Find issues of a repository by words.
   * @param repository Owner and name @pattern ^[\w.-]+/[\w.-]+$ @example "nodejs/node"
   * @param words Words that the issue has in its title or text @minLength 1
   * @param state Which issues count
   * @param limit The largest number of issues to return @minimum 1 @maximum 50
   */
  @Tool({ readOnly: true, openWorld: true })
  async search(
    repository: string,
    words: string,
    state: 'open' | 'closed' = 'open',
    limit = 10,
    context: Context,
  ): Promise<Issue[]> {
    const query = new URLSearchParams({
      q: `repo:${repository} is:issue state:${state} ${words}`,
      per_page: `${limit}`,
    });
    const { items } = await this.#get<{ items: SentIssue[] }>(`search/issues?${query}`, context.signal);
    return items.map(issueOf);
  }
  // #endregion search

  /** The text of one issue, as its author wrote it. */
  @Resource('issues://{owner}/{repository}/{number}', { mimeType: 'text/markdown' })
  async read(owner: string, repository: string, number: number, signal: AbortSignal): Promise<string> {
    const { title, body } = await this.#get<SentIssue>(`repos/${owner}/${repository}/issues/${number}`, signal);
    return `# ${title}\n\n${body ?? ''}`;
  }

  // #region errors
  async #get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    const { apiUrl = new URL('https://api.github.com/'), token } = this.settings;
    const headers = { accept: 'application/vnd.github+json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(new URL(path, apiUrl), { headers, signal });
    if (answer.ok) return (await answer.json()) as Answer;
    if (answer.status === 404) throw new ToolError('there is no such repository or issue, or the token may not see it');
    if (answer.headers.get('x-ratelimit-remaining') === '0') {
      const resetsAt = new Date(Number(answer.headers.get('x-ratelimit-reset')) * 1000).toISOString();
      throw new ToolError(`GitHub takes no more questions until ${resetsAt}`, { suggestions: ['Configure a token'] });
    }
    throw new ToolError(`GitHub answered ${answer.status}`);
  }
  // #endregion errors
}

function issueOf({ number, title, state, user, html_url: url }: SentIssue): Issue {
  return { number, title, state, author: user?.login ?? 'ghost', url: new URL(url) };
}
