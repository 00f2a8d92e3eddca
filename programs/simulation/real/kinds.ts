// What can be struck, one thing at a time, while the world around it goes on. Each kind says what the world consists of,
// and what it takes away; strikes.ts does it.

export type Kind = {
  name: string;
  says: string;
  database: "embedded" | "postgres";
  /** Each with a folder of its own, on one database. */
  machines: 1 | 2;
  /** 1: one process that does everything. */
  webProcesses: 1 | 2;
};

function onPostgres<Name extends string>(name: Name, says: string, machines: 1 | 2 = 1) {
  return { name, says, database: "postgres", machines, webProcesses: 2 } as const;
}

export const kinds = [
  {
    name: "process",
    says: "kill -9 of a shop that is one process, on the embedded database",
    database: "embedded",
    machines: 1,
    webProcesses: 1,
  },
  {
    name: "process-freeze",
    says: "the same, SIGSTOP, then SIGCONT; every fifth time kill -9 instead",
    database: "embedded",
    machines: 1,
    webProcesses: 1,
  },
  onPostgres("web", "kill -9 of a web process"),
  onPostgres("web-freeze", "SIGSTOP of a web process, then SIGCONT"),
  onPostgres("primary", "kill -9 of the primary, which runs the worker; a supervisor starts it again"),
  onPostgres("stop", "SIGTERM to the primary or to a web process"),
  onPostgres("worker", "two machines: kill -9 of the primary that runs the shared tasks", 2),
  onPostgres("machine", "two machines: kill -9 of every process of one", 2),
  onPostgres(
    "freeze",
    "two machines: the primary that runs the shared tasks sleeps past its leases, then goes on",
    2,
  ),
  onPostgres("postgres-stop", "pg_ctl stop -m immediate, and start"),
  onPostgres("postgres-kill", "kill -9 of one backend, or of the whole server, and start"),
  onPostgres("postgres-freeze", "SIGSTOP of every process of the server, then SIGCONT"),
  onPostgres("backends", "pg_terminate_backend of one, of half, or of all connections"),
] as const satisfies readonly Kind[];

export type KindName = (typeof kinds)[number]["name"];
