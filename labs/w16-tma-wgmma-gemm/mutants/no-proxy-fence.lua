return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
        fence_proxy_async();
]],
              [[]]}},
  fails = "sanitize",
  why = "TMA stores what threads have written, and no fence showed it to the other proxy",
}
