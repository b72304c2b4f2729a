return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
            if (BN > 64)
                bulk_wait_read<1>();
            else
                bulk_wait_read<0>();]],
              [[            bulk_wait_read<2>();]]}},
  fails = "sanitize",
  why = "writes into the buffer of a box that TMA may still be reading",
}
