/* hw_value.h: a hardware figure, as curriculum_hw and curriculum_sources have it, in words. */
#ifndef TUI_HW_VALUE_H
#define TUI_HW_VALUE_H

#include <jansson.h>
#include <stddef.h>

/* "3.35 TB/s", "228 KiB", "132"; what the vendor does not say, or rounds, has a "~" before it. */
void hw_value(char *ret, size_t n, const json_t *figure);

#endif
