return mutant {
    base = "reference", file = "flash.c",
    replace = { { "                    fold(&t, i, visible(i0 + i, j0, n, causal));\n",
                  "                    fold(&t, i, visible(i0 + i, j0, n, causal));\n" ..
                  "                size_t size = (size_t)rows * (size_t)d * sizeof(float);\n" ..
                  "                tm_store(tm, O + at * (size_t)d, t.o, size);\n" } },
    fails = "profile", message = "hbm_write_excess_B",
    why = "the running sum goes to HBM after every tile of keys, as with the keys' loop outside",
}
