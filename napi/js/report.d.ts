import type { Report } from '../index.js'

/** Numbers of matches and files of a call. Results have them next to the matches; `report` does not repeat them. */
export interface ReportCounts {
  /**
   * Number of matches found, including matches before `offset` and any matches found beyond the limit.
   * `report.totalIsExact` says whether it counts all matches.
   */
  totalMatches: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /** Number of files that were examined or that a content index excluded. */
  filesSearched: number
}

/** Report of a stream, which also has the counts, because a stream has no other result. */
export interface StreamReport extends Report, ReportCounts {}
