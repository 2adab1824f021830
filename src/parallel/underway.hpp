// Long work that its caller can watch and stop.
//     Underway underway(options.progress);       at a public door
//     options.progress = underway.reports();     stages say where they are
//     Underway::check();                         inner loops ask every now and then whether to go on, on any thread
// A stage under noise may take minutes: without the last line the caller's objection would wait for its end.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "resunit/progress.hpp"

namespace resunit {

/// Ends a helper thread whose caller has stopped the work; parallel_for drops it in favour of what the caller threw.
struct Abandoned {};

class Underway {
 public:
  explicit Underway(const Progress& progress) : progress_(progress), outer_(current_) {
    if (progress_) current_ = this;
  }
  ~Underway() { current_ = outer_; }
  Underway(const Underway&) = delete;
  Underway& operator=(const Underway&) = delete;

  /// The caller's progress, which now also remembers what it was told last. Must not outlive this.
  Progress reports() {
    if (!progress_) return {};
    return [this](std::string_view stage, double fraction) {
      stage_ = stage;
      fraction_ = fraction;
      tell();
    };
  }

  /// On the caller's thread: tells the progress once more where the work stands, whose exception ends the work.
  /// On a helper's: throws Abandoned after that. Elsewhere: nothing.
  static void check() {
    if (current_) current_->look();
  }

  static Underway* current() { return current_; }

  /// Makes a thread part of somebody's work, or of nobody's.
  class Helper {
   public:
    explicit Helper(Underway* work) { current_ = work; }
    ~Helper() { current_ = nullptr; }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;
  };

 private:
  void look() {
    if (stopped_) throw Abandoned{};
    if (std::this_thread::get_id() == caller_) tell();
  }

  void tell() {
    try {
      progress_(stage_, fraction_);
    } catch (...) {
      stopped_ = true;
      throw;
    }
  }

  static inline thread_local Underway* current_ = nullptr;

  const Progress& progress_;
  Underway* outer_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::string stage_ = "start";
  double fraction_ = 0;
  std::atomic<bool> stopped_{false};
};

}  // namespace resunit
