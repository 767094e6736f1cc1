/** The client of the moderators' routes. */
import { ask, here } from "./api";
import type { AuditLine, FiledReport, Measure, Suspect } from "./wire";

export type Act = Measure["act"];

export const reports = (closed: boolean): Promise<FiledReport[]> =>
  ask("GET", `/moderation/reports?closed=${closed}`);
export const suspects = (name: string): Promise<Suspect[]> =>
  ask("GET", `/moderation/people?name=${here(name)}`);
export const audit = (before?: number): Promise<AuditLine[]> =>
  ask("GET", `/moderation/audit${before ? `?before=${before}` : ""}`);
export const measure = (what: Measure): Promise<void> => ask("POST", "/moderation/measures", what);
export const warningRead = (): Promise<void> => ask("POST", "/me/warning");
