// PostgreSQL may give up a single statement, too: its function or its triggers lock rows and meet another transaction
// in a circle, or the owner of the database has set a stricter isolation than the usual one for all roles. Such a
// statement is repeated here, as inTransaction repeats a whole transaction.
import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";
import { retrying } from "./transaction.ts";

export class RetryingDialect extends PostgresDialect {
  protected readonly config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.config = config;
  }

  override createDriver(): Driver {
    return new RetryingDriver(this.config);
  }
}

type Acquire = Parameters<PostgresDriver["acquireConnection"]>;

export class RetryingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();
  readonly #inTransaction = new WeakSet<DatabaseConnection>();

  override async acquireConnection(...asked: Acquire): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...asked);
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (...query) =>
      this.#inTransaction.has(connection) ? execute(...query) : retrying(() => execute(...query));
    return connection;
  }

  override async beginTransaction(
    ...[connection, settings]: Parameters<PostgresDriver["beginTransaction"]>
  ): Promise<void> {
    this.#inTransaction.add(connection);
    await super.beginTransaction(connection, settings);
  }

  override async releaseConnection(
    ...[connection, ...rest]: Parameters<PostgresDriver["releaseConnection"]>
  ): Promise<void> {
    this.#inTransaction.delete(connection);
    await super.releaseConnection(connection, ...rest);
  }
}
