return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[buffers[k0 / DEEP % 2]]==],
              [==[buffers[0]]==]}},
  backend = "simt",  fails = "sanitize", message = "race",
  why = "the next turn is put where slower warps still read this one",
}
