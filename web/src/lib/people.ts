/** Client for accounts, friends and muting, and this device's passkeys. */
import { ask, here, known, Refusal } from "./api";
import { keep, prefs } from "./prefs.svelte";
import type {
  Acquaintance,
  Me,
  Passkey,
  PersonThere,
  PlayedGame,
  PlayerRating,
  Profile,
  TableSummary,
  Towards,
} from "./wire";

export type Kind = "friend" | "mute" | "block";

export const profile = (name: string): Promise<Profile> => ask("GET", `/people/${here(name)}`);
export const played = (name: string, before?: number): Promise<PlayedGame[]> =>
  ask("GET", `/people/${here(name)}/games${before ? `?before=${before}` : ""}`);
export const ratings = (game: string, seats: number | null): Promise<PlayerRating[]> =>
  ask("GET", `/ratings/${here(game)}${seats ? `?seats=${seats}` : ""}`);
export const acquaintances = (): Promise<Acquaintance[]> => ask("GET", "/me/people");
export const relate = (name: string, kind: Kind, on: boolean): Promise<void> =>
  ask(on ? "PUT" : "DELETE", `/me/people/${here(name)}/${kind}`);
export const endForGuest = (guest: string, kind: Kind): Promise<void> =>
  ask("DELETE", `/me/guests/${here(guest)}/${kind}`);
export const peopleThere = (table: string): Promise<PersonThere[]> =>
  ask("GET", `/tables/${here(table)}/people`);
/** Mute, block, unmute or unblock somebody, by their seat or by a chat line of theirs. */
export const spare = (table: string, what: Towards): Promise<void> =>
  ask("PUT", `/tables/${here(table)}/people`, what);
/** Report somebody, by their seat or by a chat line of theirs. */
export const report = (
  table: string,
  about: { seat: number } | { line: number },
  reason: string,
): Promise<void> => ask("POST", "/reports", { table, ...about, reason });
export const invite = (table: string, seat: number, name: string): Promise<unknown> =>
  ask("PUT", `/tables/${here(table)}/seats/${seat}/invitation`, { name });
export const passkeys = (): Promise<Passkey[]> => ask("GET", "/me/passkeys");
export const dropPasskey = (id: string): Promise<void> => ask("DELETE", `/me/passkeys/${here(id)}`);
export const chooseEmblem = (emblem: string): Promise<Me> => ask("PUT", "/me/emblem", { emblem });
export const setPassword = (old: string, password: string): Promise<void> =>
  ask("PUT", "/me/password", { old, new: password });
export const logOutElsewhere = (): Promise<void> => ask("DELETE", "/me/devices");

/** Return a page of the reader's tables, the latest first. */
export function history(
  most: number,
  game: string,
  name: string,
  before?: number,
): Promise<TableSummary[]> {
  const query = new URLSearchParams({ most: String(most) });
  if (game) query.set("game", game);
  if (name.trim()) query.set("name", name.trim());
  if (before) query.set("before", String(before));
  return ask("GET", `/me/tables?${query.toString()}`);
}

function entered(me: Me): Me {
  keep.set("known", "1");
  prefs.called(me.name);
  return me;
}

export async function logIn(login: string, password: string): Promise<Me> {
  return entered(await ask<Me>("POST", "/login", { login, password }));
}

/** Turn this browser's guest into an account with a name and a password. */
export async function signUp(login: string, password: string): Promise<Me> {
  await known();
  return entered(await ask<Me>("POST", "/account", { login, password }));
}

export async function logOut(): Promise<void> {
  await ask("POST", "/logout");
  left();
}

export async function goodbye(name: string): Promise<void> {
  await ask("POST", "/me/goodbye", { name });
  left();
}

function left(): void {
  keep.set("known", null);
  prefs.called("");
}

/** Return true if passkeys work here: HTTPS or localhost, and a domain name. */
export function canUsePasskeys(): boolean {
  const number = /^[\d.]+$|:/.test(location.hostname); // an IP address is not a domain name
  return (
    "PublicKeyCredential" in globalThis &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    isSecureContext &&
    !number
  );
}

/** Create a passkey, for a new account or an existing one. */
export async function addPasskey(name: string): Promise<Me> {
  await known();
  const asked = await ask<PublicKeyCredentialCreationOptionsJSON>("POST", "/me/passkeys/options", {
    name,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  const credential = await signed(() => navigator.credentials.create({ publicKey }));
  return entered(await ask<Me>("POST", "/me/passkeys", { credential, name }));
}

/** Log in by whichever passkey the reader chooses. */
export async function logInByPasskey(): Promise<Me> {
  const asked = await ask<PublicKeyCredentialRequestOptionsJSON>("POST", "/login/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const credential = await signed(() => navigator.credentials.get({ publicKey }));
  return entered(await ask<Me>("POST", "/login/passkey", { credential }));
}

/** Return a passkey's signature; throw `no_passkey` if the reader closes the dialog. */
async function signed(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON();
  } catch {
    throw new Refusal({ error: "no_passkey", text: "", rule: null, args: {} }, 0);
  }
}
