return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[            bring(s[(k + STAGES - 1) % STAGES], p, k + STAGES - 1);
        copies_end();
        multiply]==],
              [==[            bring(s[(k + STAGES - 1) % STAGES], p, k + STAGES - 1), copies_end();
        multiply]==]}},
  fails = "sanitize", backend = "simt",
  why = "without empty groups the last turns are not waited for",
}
