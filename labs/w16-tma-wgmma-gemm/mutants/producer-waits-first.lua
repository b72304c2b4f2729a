return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
            mbar_wait(&r.empty[at.stage], at.parity ^ 1);
            mbar_arrive_expect(&r.full[at.stage], RING_STAGE);]],
              [[
            mbar_wait(&r.empty[at.stage], at.parity);
            mbar_arrive_expect(&r.full[at.stage], RING_STAGE);]]}},
  fails = "correct",
  why = "the producer waits for a first phase of empty that nobody will end: all stages are empty",
}
