import { expect, it } from "vitest";
import { isSecretName } from "./secret-name.ts";

it.each([
  "password",
  "DB_PASSWORD",
  "userPassword",
  "token",
  "access_token",
  "apiKey",
  "API_KEY",
  "api-keys",
  "clientSecret",
  "secrets",
  "privateKey",
  "jwt",
])("%s names a credential", (name) => expect(isSecretName(name)).toBe(true));

it.each([
  "author",
  "passenger",
  "token_count",
  "key",
  "primary_key",
  "password_rules",
  "authored_by",
  "monkey",
  "user_id",
  "",
])("%j names none", (name) => expect(isSecretName(name)).toBe(false));
