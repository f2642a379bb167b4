/** Light, dark, or as the system has it. */
import { effect, signal } from "@preact/signals";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const STORED = "intentgate-theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const darkBySystem = signal(systemIsDark.matches);

const theme = signal<Theme>(themes.find((one) => one === localStorage.getItem(STORED)) ?? "system");

export function isDark(): boolean {
  return theme.value === "system" ? darkBySystem.value : theme.value === "dark";
}

export function switchTheme(): void {
  theme.value = isDark() ? "light" : "dark";
}

export function applyTheme(): void {
  systemIsDark.addEventListener("change", (event) => {
    darkBySystem.value = event.matches;
  });
  effect(() => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    localStorage.setItem(STORED, theme.value);
  });
}
