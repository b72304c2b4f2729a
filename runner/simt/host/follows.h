/*
 * follows.h: which of a launch's errors are one mistake.
 */
#ifndef SIMT_FOLLOWS_H
#define SIMT_FOLLOWS_H

#include <jansson.h>

/*
 * Takes from an array of a ridge.simt/1 launch's errors each that follows from a race among them and puts it, whole,
 * into the array "follows" of that race: the race of the same two lines the other way round, and reads of what nobody
 * has written at one of its two lines. Races of a line that also meets an asynchronous copy on its way stand under
 * that error in the same manner, or under that of another block's shared memory which is not there; what a copy reads
 * that nobody has written, under the write that comes beside the copy; an arrival of who has not waited, and bytes
 * that no phase expects, under the access that came too soon; other such accesses of a line or of an array, and
 * copies of one array without a proxy fence, under the first; all that an mbarrier which nobody initialised brings,
 * under its first use; and later lines at which one thread overruns the same array, or one of the same size by as
 * much, under the first. What is counted of errors has to be summed before.
 */
void errors_fold(json_t *errors);

#endif
