return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[mbar_wait(&r.empty[at.stage], at.parity ^ 1);]],
              [[mbar_wait(&r.empty[at.stage], at.parity);]]}},
  fails = "correct",
  why = "nobody has read anything yet: both sides wait for ever",
}
