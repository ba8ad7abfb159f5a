import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.servlet.GuiceFilter;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import org.apache.druid.cli.CliBroker;
import org.apache.druid.cli.CliCoordinator;
import org.apache.druid.cli.CliHistorical;
import org.apache.druid.cli.CliIndexer;
import org.apache.druid.cli.CliMiddleManager;
import org.apache.druid.cli.CliRouter;
import org.apache.druid.cli.ServerRunnable;
import org.apache.druid.discovery.NodeRole;
import org.apache.druid.guice.StartupInjectorBuilder;
import org.apache.druid.guice.annotations.RemoteChatHandler;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletHandler;

/** Servers of a Druid in one process. Arguments: the folder that holds a properties file for each server, and their names, in the order in which they start. */
public final class Main {
  public static void main(String[] args) throws Exception {
    Parent.endWithIt();
    Path folder = Path.of(args[0]);
    // One after the other, because of `keepServlets`.
    for (String name : Arrays.asList(args).subList(1, args.length)) start(name, read(folder.resolve(name)));
    System.out.println("ready");
    // The threads of most servers would not keep the process.
    Thread.currentThread().join();
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }

  /** The kind of a server is what stands before `-` in its name. */
  private static void start(String name, Properties properties) throws Exception {
    switch (name.split("-")[0]) {
      case "zookeeper" -> startZooKeeper(properties);
      case "coordinator" -> start(new CliCoordinator(), properties, NodeRole.COORDINATOR, NodeRole.OVERLORD);
      case "broker" -> start(new CliBroker(), properties, NodeRole.BROKER);
      case "historical" -> start(new CliHistorical(), properties, NodeRole.HISTORICAL);
      case "indexer" -> start(new CliIndexer(), properties, NodeRole.INDEXER);
      case "manager" -> start(new CliMiddleManager(), properties, NodeRole.MIDDLE_MANAGER);
      case "router" -> start(new CliRouter(), properties, NodeRole.ROUTER);
      default -> throw new IllegalArgumentException(name);
    }
  }

  private static void startZooKeeper(Properties properties) throws Exception {
    File folder = Files.createDirectories(Path.of(properties.getProperty("dataDir"))).toFile();
    int port = Integer.parseInt(properties.getProperty("clientPort"));
    ServerCnxnFactory.createFactory(new InetSocketAddress("127.0.0.1", port), 100)
        .startup(new ZooKeeperServer(folder, folder, 500));
  }

  private static void start(ServerRunnable server, Properties properties, NodeRole... roles) throws Exception {
    new StartupInjectorBuilder().withProperties(properties).withExtensions().build().injectMembers(server);
    Injector injector = server.makeInjector(Set.of(roles));
    server.initLifecycle(injector);
    // The tasks of an indexer are asked through a web server of their own.
    boolean hasTasks = server instanceof CliIndexer;
    keepServlets(injector.getInstance(hasTasks ? Key.get(Server.class, RemoteChatHandler.class) : Key.get(Server.class)));
  }

  /** Guice looks for its servlets in a static field, which the server that starts next overwrites: each filter is given those that are there now. */
  private static void keepServlets(Server server) throws Exception {
    var shared = GuiceFilter.class.getDeclaredField("pipeline");
    var own = GuiceFilter.class.getDeclaredField("injectedPipeline");
    shared.setAccessible(true);
    own.setAccessible(true);
    for (Handler handler : server.getChildHandlersByClass(ServletHandler.class)) {
      FilterHolder[] filters = ((ServletHandler) handler).getFilters();
      if (filters == null) continue;
      for (FilterHolder filter : filters) if (filter.getFilter() instanceof GuiceFilter) own.set(filter.getFilter(), shared.get(null));
    }
  }
}
