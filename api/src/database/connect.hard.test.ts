import mongoose, { type Connection } from "mongoose";
import { impatient, testDatabase } from "../../testing/database/database.ts";
import { runServer } from "../../testing/processes/source-process.ts";
import { createLogger } from "../http/logger.ts";
import { connectDatabase, explainStart } from "./connect.ts";
import { DatabaseStartError } from "./start-error.ts";

const log = createLogger("silent");

describe("the connection", () => {
  test("refuses a field that the schema does not name, in a nested document too", async () => {
    const db = await testDatabase();
    const Thing = db.connection.model(
      "Thing",
      new mongoose.Schema({ name: String, part: new mongoose.Schema({ size: Number }) }),
    );
    const odd = (fields: object) => new Thing(fields).save();
    await expect((async () => odd({ name: "a", isAdmin: true }))()).rejects.toThrow("isAdmin");
    await expect((async () => odd({ name: "a", part: { size: 1, weight: 2 } }))()).rejects.toThrow("weight");
    await expect(Thing.updateOne({ name: "a" }, { $set: { isAdmin: true } })).rejects.toThrow("isAdmin");
    await db.close();
  });

  test("has every write journaled, by a majority unless the address sets another concern", async () => {
    const db = await testDatabase();
    const concern = (connection: Connection) => connection.getClient().options.writeConcern;
    expect(concern(db.connection)).toEqual({ w: 1, journal: true, j: true });
    const asAServer = await connectDatabase(db.uri.replace("&w=1&journal=true", ""), log);
    expect(concern(asAServer)).toEqual({ w: "majority", journal: true, j: true });
    await asAServer.close();
    await db.close();
  });

  test("gives a silent server up after 2.5 s unless the address sets another time", async () => {
    const db = await testDatabase();
    const connection = await connectDatabase(impatient(db.uri), log);
    expect(connection.getClient().options.socketTimeoutMS).toBe(2500);
    const patient = await connectDatabase(
      `${impatient(db.uri)}&socketTimeoutMS=9000&serverSelectionTimeoutMS=9000`,
      log,
    );
    expect(patient.getClient().options).toMatchObject({
      socketTimeoutMS: 9000,
      serverSelectionTimeoutMS: 9000,
      connectTimeoutMS: 2000,
    });
    await connection.close();
    await patient.close();
    await db.close();
  });

  test("uses the database souffleur where the address names none", async () => {
    const db = await testDatabase();
    const connection = await connectDatabase(db.uri.replace(/\/test-[^?]*\?/, "/?"), log);
    expect(connection.name).toBe("souffleur");
    await connection.close();
    await db.close();
  });

  test.each([
    ["a server that does not answer", "mongodb://ann:s3cret@127.0.0.1:9/x"],
    ["an invalid address", "mongodb://ann:s3cret@@127.0.0.1:port/x"],
  ])("reports %s in one line without the password", async (_, uri) => {
    const error = await connectDatabase(uri, log).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(String(error)).not.toMatch(/s3cret|\n/);
  });

  const line = /^[^\n]*Check MONGODB_URI: [^\n]*\.$/;
  const JWT_SECRET = "0123456789abcdef".repeat(2);
  const withThreeMembers = (uri: string) => uri.replace("w=1", "w=3");

  /** @returns the error of a start that ends at its connection or its first write */
  const startError = async (uri: string): Promise<unknown> => {
    let connection: Connection | undefined;
    try {
      connection = await connectDatabase(uri, log);
      return await connection.collection("things").insertOne({ name: "first" });
    } catch (error) {
      return explainStart(error);
    } finally {
      await connection?.close();
    }
  };

  test.each([
    ["more members than there are", withThreeMembers],
    ["a tag that no member has", (uri: string) => uri.replace("w=1", "w=tag")],
    ["a name that is too long", (uri: string) => uri.replace(/\/test-[^?]*/, `/${"x".repeat(70)}`)],
    ["a name with a dot", (uri: string) => uri.replace("/test-", "/te.st-")],
    ["a user whom the server does not know", (uri: string) => uri.replace("//", "//ann:s3cretWord@")],
    ["another replica set", (uri: string) => uri.replace("directConnection=true", "replicaSet=none")],
  ])("to a server that answers, but not with %s, is refused in one line", async (_, change) => {
    const { uri, close } = await testDatabase();
    const error = await startError(change(uri));
    await close();
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toMatch(line);
    expect((error as Error).message).not.toContain("s3cretWord");
  });

  test.each([
    ["a host that nobody has", "mongodb://ann:s3cretWord@none.invalid/x"],
    ["a zone without records", "mongodb+srv://ann:s3cretWord@none.invalid/x"],
    ["a file that is missing", "mongodb://ann:s3cretWord@127.0.0.1:9/?tls=true&tlsCAFile=/none"],
    [
      "a file that is no certificate",
      "mongodb://127.0.0.1:9/?tls=true&tlsCertificateKeyFile=/etc/hostname&tlsCertificateKeyFilePassword=s3cretWord",
    ],
  ])("to %s is refused in one line", async (_, uri) => {
    const error = await startError(uri);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toMatch(line);
    expect((error as Error).message).not.toContain("s3cretWord");
  });

  test("ends the start by that line alone, whether it is refused or its first write is", async () => {
    const { uri, close } = await testDatabase();
    for (const address of [withThreeMembers(uri), "mongodb://ann:s3cretWord@none.invalid/x"]) {
      const { code, said } = await runServer({ MONGODB_URI: address, JWT_SECRET });
      expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`${line.source.slice(0, -1)}\\n$`))]);
    }
    await close();
  });
});
