return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[            wgmma_wait<1>();
            give_back(&b.r.empty[at.stage], t);
            fold(s, w, alpha, c, 0);
            wgmma_wait<0>();
            give_back(&b.r.empty[v.stage], t);]],
              [[            give_back(&b.r.empty[at.stage], t);
            wgmma_wait<1>();
            fold(s, w, alpha, c, 0);
            wgmma_wait<0>();
            give_back(&b.r.empty[v.stage], t);]]}},
  fails = "sanitize",
  why = "gives K's place back while the scores are still being made of it",
}
