import java.io.IOException;

/** The process that started this one. */
final class Parent {
  private Parent() {}

  /** Ends this process once its parent has closed its end of the pipe, or has itself ended in whatever way. */
  static void endWithIt() {
    Thread watch = new Thread(() -> {
      try {
        while (System.in.read() != -1) { }
      } catch (IOException closed) {
        // The same as its end.
      }
      Runtime.getRuntime().halt(0);
    });
    watch.setDaemon(true);
    watch.start();
  }
}
