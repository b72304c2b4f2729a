return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[if (Hkv < 1 || H % Hkv || keep < 1]==],
              [==[if (Hkv < 1 || keep < 1]==]}},
  fails = "correct",
  why = "seven heads and two KV heads: refused",
}
