return mutant {
    base = "reference", file = "flash.c",
    replace = { { "load_keys(&t, K, V, j0, n, tm);",
                  "size_t own = (size_t)h * (size_t)S * (size_t)d;\n" ..
                  "                load_keys(&t, K + own, V + own, j0, n, tm);" } },
    fails = "correct", message = "past the end",
    why = "every query head looks for keys of its own, but the group shares one key/value head",
}
