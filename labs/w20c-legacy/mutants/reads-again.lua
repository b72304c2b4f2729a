return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[y[(long long)r * C + lane + 32 * j] = v[j] * inverse;]==],
              [==[y[(long long)r * C + lane + 32 * j] = expf(row[lane + 32 * j] - top) * inverse;]==]}},
  fails = "profile", message = "g_ld_sec of softmax_rows",
  why = "reads the row a second time for the quotients",
}
