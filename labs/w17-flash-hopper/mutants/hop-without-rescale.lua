return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[
            give_back(&b.r.empty[v.stage], t);
            rescale(o, alpha);
            pack_weights(p, s);]],
              [[
            give_back(&b.r.empty[v.stage], t);
            pack_weights(p, s);]]}},
  fails = "correct",
  why = "flash_hop keeps what older tiles have added as it is when a maximum rises",
}
