return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[
        mbar_wait(b.q_full, n % 2);
        mbar_wait(&b.r.full[at.stage], at.parity);]],
              [[
        mbar_wait(b.q_full, 0);
        mbar_wait(&b.r.full[at.stage], at.parity);]]}},
  fails = "correct",
  why = "Q of the second piece is taken for landed when that of the first one was",
}
