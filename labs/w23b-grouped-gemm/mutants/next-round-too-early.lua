return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[            met(i, e < 0 ? -1 : next[e] + before);
        __syncwarp();
]==],
              [==[            met(i, e < 0 ? -1 : next[e] + before);
]==]}},
  backend = "simt",  fails = "sanitize", message = "race",
  why = "the first lane counts while others still read the counter",
}
