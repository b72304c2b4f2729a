return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
                wgmma_wait<1>();
                if (k)
                    give_back(&r.empty[before], t);
                before = at.stage;]],
              [[
                wgmma_wait<1>();
                give_back(&r.empty[at.stage], t);]]},
             {[[
        if (STAGES > 1)
            give_back(&r.empty[before], t);
]],
              [[]]}},
  fails = "sanitize",
  why = "gives this stage back while its own products are still in flight",
}
