/* day.h: the learner's days, by local time. One begins at four in the morning: an evening that ends
 * after midnight is one day. */
#ifndef TUI_DAY_H
#define TUI_DAY_H

#include <stdint.h>

int64_t day_of(int64_t ms);     /* days since 1970-01-01, of ms since 1970 */
int64_t day_begin(int64_t day); /* ms since 1970 */

#endif
