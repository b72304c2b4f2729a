return mutant {
    base = "reference", file = "flash.c",
    replace = {
        { "    weigh(t->o + i * t->d, alpha, t->s, t->v, n, t->d);\n",
          "    weigh(t->o + i * t->d, alpha, t->s, t->v, n, t->d);\n" ..
          "    for (int k = 0; k < t->d; k++)\n        t->o[i * t->d + k] /= t->l[i];\n" },
        { "float inv = t->l[i] > 0 ? 1 / t->l[i] : 0;", "float inv = 1;" },
    },
    fails = "correct", message = "mismatch: O",
    why = "o is divided by l after every tile: right for one tile, too small from the second on",
}
