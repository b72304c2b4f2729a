return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[    __syncthreads();
    float4 part]==],
              [==[    float4 part]==]}},
  fails = "sanitize",
  why = "reads its neighbour's places before they are there",
}
