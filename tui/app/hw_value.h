/* hw_value.h: a hardware figure, as curriculum_hw and curriculum_sources have it, in words. */
#ifndef TUI_HW_VALUE_H
#define TUI_HW_VALUE_H

#include <jansson.h>
#include <stddef.h>

/* "3.35 TB/s", "228 KiB", "132"; what the vendor does not say, or rounds, has a "~" before it; of a disputed figure the
 * least and the greatest: "3 to 3.35 TB/s". */
void hw_value(char *ret, size_t n, const json_t *figure);

/* What source number k, from 0, of a disputed figure states: "datasheet (2026-11): 3.35 TB/s, which lessons compute
 * with". You own the text; NULL when there is no such source. */
char *hw_says(const json_t *figure, size_t k);

#endif
