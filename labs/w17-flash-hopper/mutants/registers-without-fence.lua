return mutant {
  base = "reference", file = "flash.cu", backend = "cuda",
  replace = {{[==[        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);
    wgmma_fence();]==],
              [==[        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);]==]}},
  fails = "limits", message = "ptx:wgmma.fence",
  why = "the second product takes registers that were written since the only fence",
}
