return mutant {
    base = "reference", file = "flash.c",
    replace = { { "    tm_store(tm, LSE, t->l, (size_t)rows * sizeof(float));\n",
                  "    for (int i = 0; i < rows; i++)\n        LSE[i] = t->l[i];\n" } },
    fails = "correct", message = "tm_store",
    why = "LSE is written through its HBM address as if it were ordinary memory",
}
