return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[        wgmma_wait<0>();
        landed(part);
        if (h == HALVES - 1)
            give_back(&r.empty[stage], t);]],
              [[        if (h == HALVES - 1)
            give_back(&r.empty[stage], t);
        wgmma_wait<0>();
        landed(part);]]}},
  fails = "sanitize",
  why = "a stage is the tensor cores' until a wait says otherwise",
}
