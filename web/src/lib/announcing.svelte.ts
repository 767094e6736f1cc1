/** Turn alerts: a sound, a notification, a badge, push and e-mail. */
import { ask, Refusal } from "./api";
import { badge } from "./installed";
import { keep } from "./prefs.svelte";
import { sounds } from "./sound.svelte";
import type { Announcements } from "./wire";

class Alerts {
  notices = $state(keep.get("notices") === "1");

  /** Ask the reader to allow notifications. */
  async setNotices(on: boolean): Promise<boolean> {
    const allowed = on && (await Notification.requestPermission()) === "granted";
    this.notices = allowed;
    keep.set("notices", allowed ? "1" : null);
    return allowed === on;
  }

  /** Announce the reader's turn: play the sound, and notify them if the page is hidden. */
  async turn(title: string, text: string, path: string): Promise<void> {
    sounds.play("turn");
    if (document.visibilityState === "visible") return;
    void badge(1);
    if (!this.notices || !("Notification" in globalThis)) return;
    const told = { body: text, tag: path, icon: "/favicon.svg", data: path };
    const worker = await registration();
    if (worker) await worker.showNotification(title, told).catch(() => undefined);
    else new Notification(title, told).onclick = () => focus();
  }
}

export const alerts = new Alerts();

/** Return the page's service worker; null without HTTPS. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

export const announcements = (): Promise<Announcements> => ask("GET", "/me/announcements");
export const setMail = (email: string): Promise<void> => ask("PUT", "/me/mail", { email });
export const confirmMail = (secret: string, email: string): Promise<void> =>
  ask("POST", "/mail/confirm", { secret, email });
export const recoverByMail = (name: string): Promise<void> =>
  ask("POST", "/recover/mail", { name });

export const canPush = (): boolean => "PushManager" in globalThis && isSecureContext;

/** Return true if this browser has a push subscription. */
export async function pushed(): Promise<boolean> {
  const worker = await registration();
  return Boolean(await worker?.pushManager.getSubscription());
}

/** Subscribe this browser to push notifications, or unsubscribe it. */
export async function setPush(on: boolean, key: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  if (!on) {
    const old = await worker.pushManager.getSubscription();
    if (old) await ask("POST", "/me/push/end", { endpoint: old.endpoint });
    await old?.unsubscribe();
    return;
  }
  const made = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => {
      throw new Refusal({ error: "no_push", text: "", rule: null, args: {} }, 0);
    });
  const { endpoint, keys } = made.toJSON();
  await ask("PUT", "/me/push", { endpoint, key: keys?.p256dh, auth: keys?.auth });
}
