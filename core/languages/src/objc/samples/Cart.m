#import <Foundation/Foundation.h>

@interface Cart : NSObject
@property (nonatomic, strong) NSMutableArray *items;
- (void)add:(Item *)item;
@end

@implementation Cart
- (void)add:(Item *)item {
    [self.items addObject:item];
    NSLog(@"added %@", item.name);
}
@end
