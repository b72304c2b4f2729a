return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    int rows = (H + p - 1) / p, cols = (W + p - 1) / p;
    for (int gy = 0; gy < rows; gy++) {
        gather_row(work, img, H, W, p, gy, cols);
        product(tok + (size_t)gy * (size_t)cols * (size_t)D, work, cols, We, D, 3 * p * p);
    }
]],
                [[    int rows = (H + p - 1) / p, cols = (W + p - 1) / p, len = 3 * p * p;
    float *all = malloc((size_t)rows * (size_t)cols * (size_t)len * sizeof *all);
    (void)work;
    for (int gy = 0; all && gy < rows; gy++)
        gather_row(all + (size_t)gy * (size_t)cols * (size_t)len, img, H, W, p, gy, cols);
    if (all)
        product(tok, all, rows * cols, We, D, len);
    free(all);
]] } },
    fails = "profile", message = "l2_miss of patchify",
    why = "the matrix of all patches is as large as the image: written, then read once for every two outputs",
}
