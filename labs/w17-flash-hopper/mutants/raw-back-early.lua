return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[==[                turn_over(b.v.stage + to.stage * BOX, b.raw.stage + from.stage * BOX, lane);
                fence_proxy_async();
                __syncwarp();
                give_back(&b.raw.empty[from.stage], lane);]==],
              [==[                give_back(&b.raw.empty[from.stage], lane);
                turn_over(b.v.stage + to.stage * BOX, b.raw.stage + from.stage * BOX, lane);
                fence_proxy_async();
                __syncwarp();]==]}},
  fails = "sanitize",
  why = "V's tile goes back to the producer before it has been turned over",
}
