return mutant {
    base = "reference", file = "flash.c",
    replace = { { "return tokens * L * 2 * Hkv * hd;",
                  "return (int)(tokens * L * 2 * Hkv * hd);" } },
    fails = "correct", message = "elems",
    why = "the element count is kept in 32 bits",
}
