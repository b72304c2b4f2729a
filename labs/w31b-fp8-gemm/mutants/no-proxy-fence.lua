return mutant {
  base = "reference", file = "fp8.cu", backend = "simt",
  replace = {{[[        fence_proxy_async();
]],
              [[]]}},
  fails = "sanitize",
  why = "TMA may read the buffer before the stores are seen by its proxy",
}
