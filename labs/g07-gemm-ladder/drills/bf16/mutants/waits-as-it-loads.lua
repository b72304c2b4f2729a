return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"    __pipeline_memcpy_async(to, there ? matrix + (size_t)r * cols + c : matrix, 16, there ? 0 : 16);",
              "    uint4 v = make_uint4(0, 0, 0, 0);\n    if (there)\n" ..
              "        v = *reinterpret_cast<const uint4 *>(matrix + (size_t)r * cols + c);\n" ..
              "    *reinterpret_cast<uint4 *>(to) = v;"}},
  fails = "profile", message = "cpa_B", backend = "simt",
  why = "tiles pass through registers: each load is waited for by the thread that asked",
}
