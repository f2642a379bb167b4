/** Short words about what just happened; told to screen readers too. */
import { signal } from "@preact/signals";
import type { ApiProblem } from "../../api/shared.ts";
import { sentence } from "./code-parts.ts";
import { Icon, IconButton } from "./icon.tsx";
import { MessageText } from "./message-text.tsx";

interface Toast {
  id: number;
  tone: "good" | "bad";
  text: string;
  remedy: string;
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function say(text: string): void {
  add({ tone: "good", text, remedy: "" }, 5_000);
}

export function complain(problems: readonly ApiProblem[]): void {
  const [first] = problems;
  if (first) add({ tone: "bad", text: first.message, remedy: first.remedy }, 15_000);
}

function add(toast: Omit<Toast, "id">, ms: number): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.slice(-3), { id, ...toast }];
  setTimeout(() => dismiss(id), ms);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.tone}`}>
          <Icon name={toast.tone === "good" ? "check" : "alert"} />
          <div class="toast-words">
            <div>
              <MessageText text={sentence(toast.text)} />
            </div>
            {toast.remedy && (
              <div class="soft">
                <MessageText text={toast.remedy} />
              </div>
            )}
          </div>
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
