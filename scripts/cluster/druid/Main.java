import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.servlet.GuiceFilter;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import org.apache.druid.cli.CliBroker;
import org.apache.druid.cli.CliCoordinator;
import org.apache.druid.cli.CliHistorical;
import org.apache.druid.cli.CliIndexer;
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

/** All servers of a Druid in one process. Arguments: the folder that holds a properties file for each server, ZooKeeper's folder and its port. */
public final class Main {
  public static void main(String[] args) throws Exception {
    Parent.endWithIt();
    Path properties = Path.of(args[0]);
    Path zooKeeper = Files.createDirectories(Path.of(args[1]));
    ServerCnxnFactory.createFactory(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[2])), 100)
        .startup(new ZooKeeperServer(zooKeeper.toFile(), zooKeeper.toFile(), 500));
    // One after the other, because of `keepServlets`. The broker comes before those that hold segments: if it finds some at its start, it waits five seconds.
    start(new CliCoordinator(), properties.resolve("coordinator"), NodeRole.COORDINATOR, NodeRole.OVERLORD);
    start(new CliBroker(), properties.resolve("broker"), NodeRole.BROKER);
    start(new CliHistorical(), properties.resolve("historical"), NodeRole.HISTORICAL);
    start(new CliIndexer(), properties.resolve("indexer"), NodeRole.INDEXER);
    System.out.println("ready");
  }

  private static void start(ServerRunnable server, Path file, NodeRole... roles) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
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
