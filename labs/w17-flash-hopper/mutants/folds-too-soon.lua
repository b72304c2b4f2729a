return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[
            wgmma_wait<1>();
            give_back(&b.r.empty[at.stage], t);
            fold(s, w, alpha, c, 0);]],
              [[
            wgmma_wait<2>();
            give_back(&b.r.empty[at.stage], t);
            fold(s, w, alpha, c, 0);]]}},
  fails = "sanitize",
  why = "folds scores that are still being made",
}
