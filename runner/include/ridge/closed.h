/*
 * closed.h: read before every file of a submission, in every build of it. What takes a function out of a checked
 * build's instrumentation is an error, however it is spelled: a poisoned name can't be undefined, nor pasted together.
 * So is the macro that tells the emulator's traced build from the other one. Macros defined before (the emulator's own
 * headers) keep working, so those of its headers that use the names are read here: a lab may include them later, when
 * nothing is left of them but the guard.
 */
#ifdef SIMT_NO_HOOKS
#if SIMT_TRACE
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <mma.h>
#include <simt/lib_atomic.h>
#include <simt/ptx.h>
#define SIMT_COUNTED
#else
#include <simt/lib.h>
#endif
#endif
#pragma GCC poison no_sanitize __no_sanitize__ no_sanitize_thread __no_sanitize_thread__
#pragma GCC poison no_sanitize_address __no_sanitize_address__ no_address_safety_analysis
#pragma GCC poison no_sanitize_coverage __no_sanitize_coverage__ no_sanitize_undefined __no_sanitize_undefined__
#pragma GCC poison disable_sanitizer_instrumentation __disable_sanitizer_instrumentation__
#ifdef SIMT_NO_HOOKS
#pragma GCC poison SIMT_TRACE
#endif
#ifdef SIMT_COUNTED
#undef SIMT_COUNTED
#pragma GCC poison SIMT_NO_HOOKS SIMT_QUIET SIMT_UNSEEN SIMT_TEX_QUIET
#endif
