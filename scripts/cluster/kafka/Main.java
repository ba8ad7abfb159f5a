import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** A Kafka broker that is its own controller. Arguments: its properties file, the folder of its log, which is formatted if it is new, and a SCRAM user. */
public final class Main {
  public static void main(String[] args) {
    Parent.endWithIt();
    if (!Files.exists(Path.of(args[1], "meta.properties"))) {
      String cluster = Uuid.randomUuid().toString();
      int code = StorageTool.execute(new String[] {"format", "--standalone", "-t", cluster, "-c", args[0], "--add-scram", args[2]}, System.err);
      if (code != 0) System.exit(code);
    }
    Kafka.main(new String[] {args[0]});
  }
}
